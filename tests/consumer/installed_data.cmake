# The installed program reads the data that were installed with it, not those of the tree that it was built from:
# a card that only the installation has is found. STAGE: where it is installed; COPY: a folder for this test.
file(REMOVE_RECURSE ${COPY})
file(COPY ${STAGE}/bin ${STAGE}/share DESTINATION ${COPY})
set(devices ${COPY}/share/perfmodel/devices)
file(READ ${devices}/t4.json card)
string(REPLACE "\"T4\"" "\"Only-Installed\"" card "${card}")
file(WRITE ${devices}/only-installed.json "${card}")
execute_process(COMMAND ${CMAKE_COMMAND} -E env --unset=PERFMODEL_DEVICES
  ${COPY}/bin/perfmodel-plan devices Only-Installed --json RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE out)
if(NOT code EQUAL 0 OR NOT out MATCHES "Only-Installed")
  message(FATAL_ERROR "the installed program answers ${code}: ${out}")
endif()
