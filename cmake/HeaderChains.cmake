# Chains of headers, so that one compilation can show of several headers that each compiles alone: before a header of a
# chain stand only headers that it includes itself, so that what it does not include is as missing as in a file of its
# own. As few chains as going down from the largest headers yields.
#   cmake -D HEADERS=FOLDER -D PREFIX=perfmodel -D OUT=FILE -P HeaderChains.cmake   writes them, one a line

cmake_minimum_required(VERSION 3.25)

# Sets `out` to the headers that `header` includes, directly or through others.
function(perfmodel_headers_behind folder prefix header out)
  get_property(known GLOBAL PROPERTY perfmodel_behind_${header} SET)
  if(NOT known)
    file(STRINGS ${folder}/${header} lines REGEX "^#include <${prefix}/[^>]*\\.hpp>")
    set(all "")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^#include <([^>]*)>.*" "\\1" other "${line}")
      perfmodel_headers_behind(${folder} ${prefix} ${other} more)
      list(APPEND all ${other} ${more})
    endforeach()
    list(REMOVE_DUPLICATES all)
    set_property(GLOBAL PROPERTY perfmodel_behind_${header} "${all}")
  endif()
  get_property(all GLOBAL PROPERTY perfmodel_behind_${header})
  set(${out} "${all}" PARENT_SCOPE)
endfunction()

# Sets `out` to the chains of the headers of a folder: the headers of each in the order of their inclusion, with commas
# between them.
function(perfmodel_header_chains folder prefix out)
  file(GLOB_RECURSE headers RELATIVE ${folder} ${folder}/${prefix}/*.hpp)
  set(sized "")
  foreach(header IN LISTS headers)
    perfmodel_headers_behind(${folder} ${prefix} ${header} behind)
    list(LENGTH behind size)
    math(EXPR size "10000 + ${size}")  # five digits, which sort as numbers do
    list(APPEND sized ${size}:${header})
  endforeach()
  list(SORT sized ORDER DESCENDING)
  list(TRANSFORM sized REPLACE "^[0-9]*:" "" OUTPUT_VARIABLE left)
  set(chains "")
  while(left)
    set(chain "")
    set(candidates "${left}")
    while(candidates)  # the largest one that all headers of the chain include
      list(GET candidates 0 header)
      list(PREPEND chain ${header})
      perfmodel_headers_behind(${folder} ${prefix} ${header} behind)
      set(next "")
      foreach(other IN LISTS candidates)
        if(other IN_LIST behind)
          list(APPEND next ${other})
        endif()
      endforeach()
      set(candidates "${next}")
    endwhile()
    list(REMOVE_ITEM left ${chain})
    list(JOIN chain "," chain)
    list(APPEND chains ${chain})
  endwhile()
  set(${out} "${chains}" PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE AND DEFINED HEADERS)
  perfmodel_header_chains(${HEADERS} ${PREFIX} chains)
  list(JOIN chains "\n" lines)
  file(WRITE ${OUT} "${lines}\n")
endif()
