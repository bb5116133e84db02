// Stands between a process and its C library (LD_PRELOAD), and lets a disk and a clock fail as its control file
// says at the moment. Calls that are not named here, and files outside of the folder, are as they always are.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

// As the test writes it; zeros mean that nothing is wrong.
struct control {
    int64_t clock_offset_seconds;
    int32_t sync_error;
    int32_t write_error;
};

static volatile const struct control fine;
static volatile const struct control *control = &fine;
static char folder[4096];

__attribute__((constructor)) static void attach(void) {
    const char *path = getenv("FAULTS_CONTROL"), *below = getenv("FAULTS_FOLDER");
    if (!path || !below) return;
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
    if (file < 0) return;
    void *shared = mmap(NULL, sizeof(struct control), PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (shared == MAP_FAILED) return;
    snprintf(folder, sizeof folder, "%s/", below);
    control = shared;
}

static int is_below(const char *path) {
    return path && strncmp(path, folder, strlen(folder)) == 0;
}

static int is_open_below(int file) {
    // The log is on another disk.
    if (file <= STDERR_FILENO) return 0;
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return is_below(path);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAIL_WITH(error) do { errno = (error); return -1; } while (0)
#define FAIL_IF_WRITING(is_ours) do { \
        int error = control->write_error; \
        if (error && (is_ours)) FAIL_WITH(error); \
    } while (0)
#define FAIL_IF_SYNCING(file) do { \
        int error = control->sync_error ? control->sync_error : control->write_error; \
        if (error && is_open_below(file)) FAIL_WITH(error); \
    } while (0)

int fsync(int file) { FAIL_IF_SYNCING(file); return REAL(fsync)(file); }
int fdatasync(int file) { FAIL_IF_SYNCING(file); return REAL(fdatasync)(file); }

ssize_t write(int file, const void *bytes, size_t count) {
    FAIL_IF_WRITING(is_open_below(file));
    return REAL(write)(file, bytes, count);
}
ssize_t writev(int file, const struct iovec *pieces, int count) {
    FAIL_IF_WRITING(is_open_below(file));
    return REAL(writev)(file, pieces, count);
}
ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
    FAIL_IF_WRITING(is_open_below(file));
    return REAL(pwrite)(file, bytes, count, at);
}
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
    FAIL_IF_WRITING(is_open_below(file));
    return REAL(pwrite64)(file, bytes, count, at);
}
int ftruncate(int file, off_t length) {
    FAIL_IF_WRITING(is_open_below(file));
    return REAL(ftruncate)(file, length);
}
int ftruncate64(int file, off64_t length) {
    FAIL_IF_WRITING(is_open_below(file));
    return REAL(ftruncate64)(file, length);
}
int mkdir(const char *path, mode_t mode) {
    FAIL_IF_WRITING(is_below(path));
    return REAL(mkdir)(path, mode);
}
int rename(const char *from, const char *to) {
    FAIL_IF_WRITING(is_below(from) || is_below(to));
    return REAL(rename)(from, to);
}
int unlink(const char *path) {
    FAIL_IF_WRITING(is_below(path));
    return REAL(unlink)(path);
}
int unlinkat(int parent, const char *path, int flags) {
    FAIL_IF_WRITING(is_below(path) || is_open_below(parent));
    return REAL(unlinkat)(parent, path, flags);
}
int rmdir(const char *path) {
    FAIL_IF_WRITING(is_below(path));
    return REAL(rmdir)(path);
}
int linkat(int from_parent, const char *from, int to_parent, const char *to, int flags) {
    FAIL_IF_WRITING(is_below(to));
    return REAL(linkat)(from_parent, from, to_parent, to, flags);
}

#define WRITES(flags) (((flags) & O_ACCMODE) != O_RDONLY || ((flags) & (O_CREAT | O_TRUNC)))
#define MODE_OF(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { \
        va_list more; \
        va_start(more, flags); \
        mode = va_arg(more, mode_t); \
        va_end(more); \
    }
int open(const char *path, int flags, ...) {
    MODE_OF(flags)
    FAIL_IF_WRITING(WRITES(flags) && is_below(path));
    return REAL(open)(path, flags, mode);
}
int open64(const char *path, int flags, ...) {
    MODE_OF(flags)
    FAIL_IF_WRITING(WRITES(flags) && is_below(path));
    return REAL(open64)(path, flags, mode);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = REAL(clock_gettime)(clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec += control->clock_offset_seconds;
    return result;
}
time_t time(time_t *into) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (into) *into = now.tv_sec;
    return now.tv_sec;
}
int gettimeofday(struct timeval *restrict into, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    into->tv_sec = now.tv_sec;
    into->tv_usec = now.tv_nsec / 1000;
    return 0;
}
