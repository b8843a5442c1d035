# Warnings, sanitizers and the include root, as targets: who links them gets them, nobody else does.

add_library(rungwatch_warnings INTERFACE)
target_compile_options(rungwatch_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
    -Wno-restrict) # g++ 12 at -O2 reports it falsely on "x" + string
if(RUNGWATCH_WERROR)
    target_compile_options(rungwatch_warnings INTERFACE -Werror)
endif()

if(RUNGWATCH_SANITIZE)
    add_compile_options(-fsanitize=${RUNGWATCH_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    # GCC finds it in the standard library's own code once a sanitizer has been through it.
    add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    add_link_options(-fsanitize=${RUNGWATCH_SANITIZE})
endif()

find_program(RUNGWATCH_MOLD mold)
if(RUNGWATCH_MOLD)
    add_link_options(-fuse-ld=mold)
endif()
find_program(RUNGWATCH_CCACHE ccache)
if(RUNGWATCH_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER
        ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${RUNGWATCH_CCACHE})
endif()

# target_precompile_headers(), so that ccache keeps what is compiled with them: it wants to be told so (above), and GCC
# this option (ccache's manual, "Precompiled headers").
function(rungwatch_precompile target)
    target_precompile_headers(${target} ${ARGN})
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endfunction()

# The core is included as <rungwatch/breaker/breaker.h>, in this tree as in a client of the installed package.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/core ${PROJECT_BINARY_DIR}/include/rungwatch SYMBOLIC)
