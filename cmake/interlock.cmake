# SPDX-License-Identifier: Apache-2.0
# The project's own build vocabulary: one function per kind of thing that is built.
include_guard()
include(${CMAKE_CURRENT_LIST_DIR}/dependencies.cmake)

# Sanitizers are set for the whole folder, not by target: one object left out would hide what is looked for.
function(interlock_sanitize)
  if(NOT INTERLOCK_SANITIZE)
    return()
  endif()
  set(flags -fsanitize=${INTERLOCK_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_compile_options(${flags})
  add_link_options(${flags})
  # GCC warns of Asio's fences under TSan; tools/tsan.supp says what is done about them.
  if(INTERLOCK_SANITIZE MATCHES "thread")
    add_compile_options(-Wno-tsan)
  endif()
endfunction()

# Warnings and language level for our own sources; PRIVATE, so that consumers are not bound by them.
function(interlock_private_settings target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF COMPILE_WARNING_AS_ERROR ${INTERLOCK_WERROR})
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                                           -Wnon-virtual-dtor -Wold-style-cast
    # GCC 12 sees ghosts when it inlines std::optional and std::string.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized> $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  interlock_precompile(${target})
endfunction()

# Reading the standard library is half the work on a small file: a target of some size does it once. Forgotten
# includes are found by the install tests and the release preset, which build without this.
function(interlock_precompile target)
  get_target_property(sources ${target} SOURCES)
  list(LENGTH sources count)
  if(INTERLOCK_PCH AND count GREATER 5)
    target_precompile_headers(${target} PRIVATE
      <algorithm> <array> <atomic> <chrono> <cstdint> <deque> <functional> <map> <memory> <mutex> <optional>
      <stop_token> <string> <string_view> <system_error> <unordered_map> <utility> <vector>)
    # GCC 12 forgets which precompiled headers are the system's, and raises its false alarms about them.
    target_compile_options(${target} PRIVATE
      "$<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>")
  endif()
endfunction()

# interlock_component(NAME SOURCES … LINK …): one installed library, interlock::NAME. What it LINKs is either
# another component or stands in cmake/dependencies.cmake.
function(interlock_component name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_library(interlock_${name} ${arg_SOURCES})
  add_library(interlock::${name} ALIAS interlock_${name})
  set_target_properties(interlock_${name} PROPERTIES
    EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  interlock_private_settings(interlock_${name})
  if(BUILD_SHARED_LIBS)
    target_compile_definitions(interlock_${name} PUBLIC INTERLOCK_SHARED)
  endif()
  interlock_component_links(${name} ${arg_LINK})
endfunction()

# Links, and remembers the links for the installed files. Header-only libraries that only our own sources see
# are needed to build, not to use: the installed component does not ask for them.
function(interlock_component_links name)
  set(scope PUBLIC)
  foreach(item IN LISTS ARGN)
    if(item MATCHES "^(PUBLIC|PRIVATE|INTERFACE)$")
      set(scope ${item})
    elseif(item STREQUAL "Boost::headers" AND scope STREQUAL "PRIVATE")
      target_link_libraries(interlock_${name} PRIVATE $<BUILD_INTERFACE:Boost::headers>)
    else()
      target_link_libraries(interlock_${name} ${scope} ${item})
      set_property(GLOBAL APPEND PROPERTY INTERLOCK_LINKS_OF_${name} ${item})
    endif()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY INTERLOCK_COMPONENTS ${name})
endfunction()

# interlock_engine(NAME SOURCES … LINK …): a component that registers itself, though nothing refers to it.
# `-u` makes the linker take the registering object out of a static library; a shared one is kept by name.
function(interlock_engine name)
  interlock_component(${name} ${ARGN})
  interlock_component_links(${name} PUBLIC interlock::core)
  if(BUILD_SHARED_LIBS)
    set(keep "LINKER:--push-state,--no-as-needed,$<TARGET_FILE:interlock::${name}>,--pop-state")
  else()
    set(keep LINKER:-u,interlock_engine_${name})
  endif()
  target_link_options(interlock_${name} INTERFACE ${keep})
  set_property(GLOBAL APPEND PROPERTY INTERLOCK_ENGINE_COMPONENTS ${name})
endfunction()

# interlock_engines(): the engines that INTERLOCK_ENGINES names, and interlock::interlock that links them all.
function(interlock_engines)
  add_library(interlock INTERFACE)
  add_library(interlock::interlock ALIAS interlock)
  target_link_libraries(interlock INTERFACE interlock::core)
  foreach(engine IN LISTS INTERLOCK_ENGINES)
    if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/engines/${engine}/CMakeLists.txt)
      message(FATAL_ERROR "INTERLOCK_ENGINES names '${engine}', but there is no src/engines/${engine}")
    endif()
    add_subdirectory(engines/${engine})
    target_link_libraries(interlock INTERFACE interlock::${engine})
  endforeach()
endfunction()

# interlock_test(NAME SOURCES … LINK … GROUP g [TIMEOUT seconds] [SERIAL]): a GoogleTest program, one ctest
# entry for each of its tests. SERIAL keeps other tests off the machine meanwhile: for those that measure.
function(interlock_test name)
  cmake_parse_arguments(arg "SERIAL" "GROUP;TIMEOUT" "SOURCES;LINK" ${ARGN})
  find_package(GTest REQUIRED)
  include(GoogleTest)
  add_executable(${name} ${arg_SOURCES})
  interlock_private_settings(${name})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE ${arg_LINK} interlock::core GTest::gtest GTest::gtest_main)
  interlock_in_group(${arg_GROUP} ${name})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  if(INTERLOCK_SANITIZE)
    math(EXPR arg_TIMEOUT "${arg_TIMEOUT} * 4")
  endif()
  gtest_discover_tests(${name} TEST_PREFIX "${arg_GROUP}." NO_PRETTY_VALUES DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS ${arg_GROUP} TIMEOUT ${arg_TIMEOUT} RUN_SERIAL ${arg_SERIAL})
endfunction()

# interlock_in_group(GROUP TARGET…): `./test GROUP` builds these, and nothing else.
function(interlock_in_group group)
  if(NOT TARGET group_${group})
    add_custom_target(group_${group})
  endif()
  if(ARGN)
    add_dependencies(group_${group} ${ARGN})
  endif()
endfunction()
