/* Preloaded into the bench and into the server: makes every sync take SLOW_SYNC_MICROS longer,
   to see what a disk that really waits does to the figures. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static void delay(void) {
    const char *micros = getenv("SLOW_SYNC_MICROS");
    if (micros) usleep((useconds_t)atoi(micros));
}

int fsync(int fd) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    delay();
    return real(fd);
}

int fdatasync(int fd) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    delay();
    return real(fd);
}
