// SPDX-License-Identifier: Apache-2.0
/// @file
/// Everything but the asynchronous face (`interlock/asio.hpp`) and the engine port (`interlock/engine.hpp`).
#pragma once

#include <interlock/barrier.hpp>
#include <interlock/cell.hpp>
#include <interlock/client.hpp>
#include <interlock/clock.hpp>
#include <interlock/condition.hpp>
#include <interlock/deadlock.hpp>
#include <interlock/election.hpp>
#include <interlock/error.hpp>
#include <interlock/events.hpp>
#include <interlock/fencing.hpp>
#include <interlock/hold.hpp>
#include <interlock/latch.hpp>
#include <interlock/multi_lock.hpp>
#include <interlock/mutex.hpp>
#include <interlock/once.hpp>
#include <interlock/options.hpp>
#include <interlock/recursive_mutex.hpp>
#include <interlock/recursive_shared_mutex.hpp>
#include <interlock/semaphore.hpp>
#include <interlock/shared_mutex.hpp>
#include <interlock/version.hpp>
