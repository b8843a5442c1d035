# The core alone, as a service would have it: this build's core installed, and a ten-line client of the installed package,
# with Qt forbidden; and the core alone configured so. That it compiles without Qt, this build has shown: nothing of Qt is
# on its command lines.
# Run with: cmake -DROOT=<source dir> -DBUILD=<binary dir> -DWORK=<scratch dir> -DFLAGS=<compiler flags> -P check_installed_core.cmake

function(run what)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "${what} failed (${result}):\n${output}")
    endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
set(common -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_DISABLE_FIND_PACKAGE_Qt6=ON)
run("configuring the core alone" ${CMAKE_COMMAND} -S ${ROOT} -B ${WORK}/core ${common} -DRUNGWATCH_CONSOLE=OFF)
run("installing the core" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/installed)
run("configuring the client" ${CMAKE_COMMAND} -S ${ROOT}/tests/data/core_client -B ${WORK}/client ${common}
    -DCMAKE_CXX_FLAGS=${FLAGS} -DCMAKE_PREFIX_PATH=${WORK}/installed)
run("building the client" ${CMAKE_COMMAND} --build ${WORK}/client)
run("running the client" ${WORK}/client/core_client)
message(STATUS "the installed core serves a client without Qt")
