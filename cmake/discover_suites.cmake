# Writes a CTest file with one test for each suite of a GoogleTest program: one process per
# suite rather than one per case. A suite's labels are the folders and files under TESTS that have
# cases of it, as in `ctest -L data/read`.
# usage: cmake -D PROGRAM=… -D TESTS=folder -D OUT=file.cmake -D ENVIRONMENT=NAME=VALUE -P discover_suites.cmake
execute_process(COMMAND ${PROGRAM} --gtest_list_tests OUTPUT_VARIABLE listing RESULT_VARIABLE result TIMEOUT 60)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} --gtest_list_tests failed: ${result}")
endif()
# A line that starts with a letter names a suite: "Suite." or, with parameters, "Values/Suite.".
string(REGEX MATCHALL "(^|\n)[A-Za-z0-9_/]+\\." suites "${listing}")
list(TRANSFORM suites REPLACE "[\n.]" "")
list(TRANSFORM suites REPLACE "^.*/" "")
list(REMOVE_DUPLICATES suites)

file(GLOB_RECURSE files RELATIVE ${TESTS} ${TESTS}/*_test.cc)
foreach(file ${files})
  get_filename_component(folder ${file} DIRECTORY)
  get_filename_component(name ${file} NAME_WE)
  file(STRINGS ${TESTS}/${file} cases REGEX "^(TEST|RC_GTEST)[A-Z_]*\\([A-Za-z0-9_]+,")
  foreach(case ${cases})
    string(REGEX REPLACE "^[A-Z_]+\\(([A-Za-z0-9_]+),.*" "\\1" suite "${case}")
    list(APPEND labels_${suite} ${folder} ${name})
  endforeach()
endforeach()

set(script)
foreach(suite ${suites})
  list(REMOVE_DUPLICATES labels_${suite})
  string(APPEND script "add_test([=[${suite}]=] [=[${PROGRAM}]=] --gtest_brief=1 "
         "[=[--gtest_filter=${suite}.*:*/${suite}.*]=])\n"
         "set_tests_properties([=[${suite}]=] PROPERTIES TIMEOUT 600 ENVIRONMENT [=[${ENVIRONMENT}]=] "
         "LABELS [=[${labels_${suite}}]=])\n")
endforeach()
file(WRITE ${OUT} "${script}")
