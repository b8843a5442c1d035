# The core alone, as a service would have it: configured, built and installed with Qt forbidden, then a ten-line client
# of the installed package, likewise. Run with: cmake -DROOT=<source dir> -DWORK=<scratch dir> -P check_installed_core.cmake

function(run what)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "${what} failed (${result}):\n${output}")
    endif()
endfunction()

file(REMOVE_RECURSE ${WORK}/installed)
set(common -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DCMAKE_DISABLE_FIND_PACKAGE_Qt6=ON)
run("configuring the core" ${CMAKE_COMMAND} -S ${ROOT} -B ${WORK}/core ${common} -DRUNGWATCH_CONSOLE=OFF
    -DRUNGWATCH_WERROR=ON -DCMAKE_INSTALL_PREFIX=${WORK}/installed)
run("building the core" ${CMAKE_COMMAND} --build ${WORK}/core)
run("installing the core" ${CMAKE_COMMAND} --install ${WORK}/core)
run("configuring the client" ${CMAKE_COMMAND} -S ${ROOT}/tests/data/core_client -B ${WORK}/client ${common}
    -DCMAKE_PREFIX_PATH=${WORK}/installed)
run("building the client" ${CMAKE_COMMAND} --build ${WORK}/client)
run("running the client" ${WORK}/client/core_client)
message(STATUS "the installed core serves a client without Qt")
