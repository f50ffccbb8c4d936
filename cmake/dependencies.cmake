# SPDX-License-Identifier: Apache-2.0
# The one table of third-party libraries: how an installed component asks for each of them again.
include_guard()

# interlock_dependency(TARGET FIND package [version] PKG module | LIBS flags): what a consumer of a component
# that links TARGET needs. FIND is repeated in the installed CMake files, PKG or LIBS in the pkg-config files.
function(interlock_dependency target)
  cmake_parse_arguments(arg "" "PKG;LIBS" "FIND" ${ARGN})
  string(REPLACE ";" " " find "${arg_FIND}")
  set_property(GLOBAL PROPERTY INTERLOCK_FIND_${target} "${find}")
  set_property(GLOBAL PROPERTY INTERLOCK_PKG_${target} "${arg_PKG}")
  set_property(GLOBAL PROPERTY INTERLOCK_LIBS_${target} "${arg_LIBS}")
  set_property(GLOBAL APPEND PROPERTY INTERLOCK_DEPENDENCIES ${target})
endfunction()

interlock_dependency(Threads::Threads FIND Threads LIBS -pthread)
interlock_dependency(SQLite::SQLite3 FIND SQLite3 PKG sqlite3)
interlock_dependency(Boost::headers FIND Boost 1.81)
