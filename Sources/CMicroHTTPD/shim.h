#pragma once
#include <microhttpd.h>

/// What a daemon is started with. Swift calls no function of variable arguments, and imports no constant by its type.
struct faregrid_http_settings {
  int socket;
  unsigned int threads;
  unsigned int connections;
  unsigned int idle_seconds;
  size_t connection_memory;
  void *_Nullable context;
  MHD_AccessHandlerCallback _Nonnull handle;
  void *_Nullable (*_Nonnull begin)(void *_Nullable, const char *_Nonnull, struct MHD_Connection *_Nonnull);
  MHD_RequestCompletedCallback _Nonnull end;
};

static inline struct MHD_Daemon *_Nullable faregrid_http_start(struct faregrid_http_settings settings) {
  return MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_TURBO, 0, NULL, NULL, settings.handle,
      settings.context, MHD_OPTION_LISTEN_SOCKET, settings.socket, MHD_OPTION_THREAD_POOL_SIZE, settings.threads,
      MHD_OPTION_CONNECTION_LIMIT, settings.connections, MHD_OPTION_CONNECTION_TIMEOUT, settings.idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings.connection_memory, MHD_OPTION_URI_LOG_CALLBACK, settings.begin,
      settings.context, MHD_OPTION_NOTIFY_COMPLETED, settings.end, settings.context, MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_END);
}

/// Makes a response of a copy of the bytes.
static inline struct MHD_Response *_Nullable faregrid_http_response(const void *_Nullable bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

/// The value of a request's header; null when it has none.
static inline const char *_Nullable faregrid_http_header(
    struct MHD_Connection *_Nonnull connection, const char *_Nonnull name) {
  return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/// How many connections a daemon has.
static inline unsigned int faregrid_http_connections(struct MHD_Daemon *_Nonnull daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
  return info ? info->num_connections : 0;
}

/// What a handler returns: that all is well, or that the connection is to be closed.
static inline enum MHD_Result faregrid_http_continue(_Bool isWell) { return isWell ? MHD_YES : MHD_NO; }

/// Whether a request ended with its response sent.
static inline _Bool faregrid_http_is_sent(enum MHD_RequestTerminationCode code) {
  return code == MHD_REQUEST_TERMINATED_COMPLETED_OK;
}

/// Has a response sent; false when the connection cannot take it.
static inline _Bool faregrid_http_send(
    struct MHD_Connection *_Nonnull connection, unsigned int status, struct MHD_Response *_Nonnull response) {
  return MHD_queue_response(connection, status, response) == MHD_YES;
}
