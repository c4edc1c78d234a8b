# Makes the script and style of report pages in ${web}: npm fetches the packages of
# web/package-lock.json once per build folder, and Node.js bundles them.
set(web ${PROJECT_BINARY_DIR}/web)
file(MAKE_DIRECTORY ${web})
add_custom_command(
  OUTPUT ${web}/npm.stamp
  COMMAND ${CMAKE_COMMAND} -D SOURCE=${PROJECT_SOURCE_DIR}/web -D OUT=${web} -D TESTS=${PERCEPTRON_TESTS}
          -P ${PROJECT_SOURCE_DIR}/cmake/web.cmake
  DEPENDS ${PROJECT_SOURCE_DIR}/web/package.json ${PROJECT_SOURCE_DIR}/web/package-lock.json
          ${PROJECT_SOURCE_DIR}/cmake/web.cmake
  COMMENT "Fetching the packages of web/package-lock.json")
set(web_sources build.mjs page.css page.js theme.js)
list(TRANSFORM web_sources PREPEND ${PROJECT_SOURCE_DIR}/web/)
add_custom_command(
  OUTPUT ${web}/page.js ${web}/page.css ${web}/page.sha256
  COMMAND ${CMAKE_COMMAND} -E copy_if_different ${PROJECT_SOURCE_DIR}/web/build.mjs ${web}
  COMMAND node build.mjs ${PROJECT_SOURCE_DIR}/web ${web}
  DEPENDS ${web}/npm.stamp ${web_sources}
  WORKING_DIRECTORY ${web}
  COMMENT "Bundling the script and style of reports")
