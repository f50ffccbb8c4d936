# SPDX-License-Identifier: Apache-2.0
# What is installed of the library: each component with its CMake and pkg-config files, and the headers.
include_guard()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(INTERLOCK_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/interlock)
set(INTERLOCK_TEMPLATES ${CMAKE_CURRENT_LIST_DIR})

# Headers travel with the component that they belong to; only those for Asio need third-party ones.
function(interlock_public_headers)
  set(include ${PROJECT_SOURCE_DIR}/include)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${include}/interlock/*.hpp)
  list(FILTER headers EXCLUDE REGEX "/interlock/asio[./]")
  target_sources(interlock_core PUBLIC FILE_SET HEADERS BASE_DIRS ${include} FILES ${headers})
  set_target_properties(interlock_core PROPERTIES VERIFY_INTERFACE_HEADER_SETS ${PROJECT_IS_TOP_LEVEL})
  if(EXISTS ${include}/interlock/asio.hpp)
    file(GLOB asio_headers CONFIGURE_DEPENDS ${include}/interlock/asio/*.hpp)
    add_library(interlock_asio INTERFACE)
    add_library(interlock::asio ALIAS interlock_asio)
    target_sources(interlock_asio INTERFACE
      FILE_SET HEADERS BASE_DIRS ${include} FILES ${include}/interlock/asio.hpp ${asio_headers})
    set_target_properties(interlock_asio PROPERTIES
      EXPORT_NAME asio VERIFY_INTERFACE_HEADER_SETS ${PROJECT_IS_TOP_LEVEL})
    interlock_component_links(asio INTERFACE interlock::core Boost::headers)
  endif()
endfunction()

# The lines by which the installed files of `name` ask for what it links: interlock_requires, interlock_finds,
# pc_requires, pc_modules and pc_libs are set for the caller.
function(interlock_requirements name)
  get_property(links GLOBAL PROPERTY INTERLOCK_LINKS_OF_${name})
  get_property(known GLOBAL PROPERTY INTERLOCK_DEPENDENCIES)
  set(components "")
  set(pc_components "")
  set(finds "")
  set(modules "")
  set(libs "")
  foreach(item IN LISTS links)
    if(item MATCHES "^interlock::(.+)$")
      list(APPEND components ${CMAKE_MATCH_1})
      list(APPEND pc_components "interlock-${CMAKE_MATCH_1} = ${PROJECT_VERSION}")
    elseif(item IN_LIST known)
      get_property(find GLOBAL PROPERTY INTERLOCK_FIND_${item})
      get_property(module GLOBAL PROPERTY INTERLOCK_PKG_${item})
      get_property(lib GLOBAL PROPERTY INTERLOCK_LIBS_${item})
      string(APPEND finds "find_dependency(${find})\n")
      list(APPEND modules ${module})
      list(APPEND libs ${lib})
    else()
      message(FATAL_ERROR "interlock::${name} links ${item}, which is not in cmake/dependencies.cmake")
    endif()
  endforeach()
  string(REPLACE ";" ", " pc_components "${pc_components}")
  string(REPLACE ";" ", " modules "${modules}")
  set(interlock_requires "${components}" PARENT_SCOPE)
  set(interlock_finds "${finds}" PARENT_SCOPE)
  set(pc_requires "${pc_components}" PARENT_SCOPE)
  set(pc_modules "${modules}" PARENT_SCOPE)
  set(pc_libs "${libs}" PARENT_SCOPE)
endfunction()

# A static library passes its own needs on to whoever links it; a shared one has them inside.
function(interlock_install_pc name)
  interlock_requirements(${name})
  get_property(engines GLOBAL PROPERTY INTERLOCK_ENGINE_COMPONENTS)
  set(link "-linterlock_${name}")
  if(name IN_LIST engines AND BUILD_SHARED_LIBS)
    # One word, because pkg-config drops words that it has seen before.
    set(link "-Wl,--push-state,--no-as-needed,${link},--pop-state")
  elseif(name IN_LIST engines)
    set(link "-Wl,-u,interlock_engine_${name} ${link}")
  endif()
  get_target_property(type interlock_${name} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    set(link "")
  endif()
  if(BUILD_SHARED_LIBS)
    set(pc_cflags "-DINTERLOCK_SHARED")
    set(pc_private "${pc_modules}")
  else()
    string(REGEX REPLACE "^, |, $" "" pc_requires "${pc_requires}, ${pc_modules}")
    list(APPEND link ${pc_libs})
  endif()
  string(REPLACE ";" " " link "${link}")
  set(pc_name interlock-${name})
  set(pc_summary "Interlock, locks across processes and machines: component ${name}")
  interlock_write_pc()
endfunction()

# Writes one .pc file from the pc_* variables and `link` of the caller. Its folders are told from its own
# place, so that the prefix may move.
macro(interlock_write_pc)
  file(RELATIVE_PATH pc_up "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" /prefix)
  string(REGEX REPLACE "/$" "" pc_up "${pc_up}")
  configure_file(${INTERLOCK_TEMPLATES}/component.pc.in ${PROJECT_BINARY_DIR}/package/${pc_name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/package/${pc_name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endmacro()

function(interlock_install_component name)
  install(TARGETS interlock_${name} EXPORT interlock-${name}-targets
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    ${ARGN})
  install(EXPORT interlock-${name}-targets NAMESPACE interlock:: DESTINATION ${INTERLOCK_CMAKE_DIR})
  interlock_requirements(${name})
  configure_file(${INTERLOCK_TEMPLATES}/component.cmake.in
    ${PROJECT_BINARY_DIR}/package/interlock-${name}.cmake @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/package/interlock-${name}.cmake DESTINATION ${INTERLOCK_CMAKE_DIR})
  interlock_install_pc(${name})
endfunction()

function(interlock_install_umbrella components)
  list(TRANSFORM components PREPEND "interlock-" OUTPUT_VARIABLE modules)
  list(TRANSFORM modules APPEND " = ${PROJECT_VERSION}")
  list(REMOVE_ITEM modules "interlock-asio = ${PROJECT_VERSION}")
  string(REPLACE ";" ", " pc_requires "${modules}")
  set(pc_name interlock)
  set(pc_summary "Interlock, locks across processes and machines: all installed engines")
  interlock_write_pc()
  configure_file(${INTERLOCK_TEMPLATES}/interlockConfig.cmake.in
    ${PROJECT_BINARY_DIR}/package/interlockConfig.cmake @ONLY)
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/interlockConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/package/interlockConfig.cmake
                ${PROJECT_BINARY_DIR}/package/interlockConfigVersion.cmake
    DESTINATION ${INTERLOCK_CMAKE_DIR})
endfunction()

function(interlock_install)
  get_property(components GLOBAL PROPERTY INTERLOCK_COMPONENTS)
  list(REMOVE_DUPLICATES components)
  foreach(name IN LISTS components)
    if(name MATCHES "^(core|asio)$")
      interlock_install_component(${name} FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    else()
      interlock_install_component(${name})
    endif()
  endforeach()
  interlock_install_umbrella("${components}")
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
endfunction()
