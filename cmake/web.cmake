# Fetches the packages of web/package-lock.json into the build folder.
# usage: cmake -D SOURCE=web -D OUT=folder -D TESTS=ON|OFF -P web.cmake
find_program(NPM npm)
if(NOT NPM)
  message(FATAL_ERROR "npm was not found; it installs the packages that draw the plots of reports. "
                      "Install Node.js 18 or later with npm (Debian: apt-get install nodejs npm) and build again.")
endif()
file(COPY ${SOURCE}/package.json ${SOURCE}/package-lock.json DESTINATION ${OUT})
# Playwright controls the browser in the tests; it is not part of the page.
set(omit)
if(NOT TESTS)
  set(omit --omit=dev)
endif()
execute_process(
  COMMAND ${NPM} ci ${omit} --prefer-offline --no-audit --no-fund --engine-strict=false --loglevel=error
  WORKING_DIRECTORY ${OUT}
  OUTPUT_QUIET
  ERROR_VARIABLE errors
  RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  string(REGEX REPLACE "\nnpm error +at .*" "" errors "${errors}")
  message(NOTICE "${errors}")
  message(FATAL_ERROR "npm ci failed in ${OUT}. It fetches the packages of web/package-lock.json from the npm "
                      "registry, once per build folder. If that cannot be reached, use another (npm config set "
                      "registry URL), or copy npm's cache (~/.npm) from a machine where it can; then build again.")
endif()
file(TOUCH ${OUT}/npm.stamp)
