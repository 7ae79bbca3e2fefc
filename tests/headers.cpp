// The headers that every test reads, compiled once (CMakeLists.txt).
