/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Preloaded into a build: the n-th call that changes the disk fails, or the process dies there.  Calls of SQLite are met as Python's are.
 *
 *   cc -shared -fPIC -O2 -o fault.so fault.c -ldl
 *
 * fault_arm(kind, number): kind 0 counts alone, -9 kills at the call (half of what it would write is written before), else an errno.
 * A full disk (ENOSPC) and one that is read-only (EROFS) stay so from that call on; the call that meets the end of the disk writes half.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static int kind, armed;
static long wanted, calls;

#define IGNORED 900 /* where the child tells what it has kept */

void fault_arm(int what, long number)
{
	kind = what;
	wanted = number;
	calls = 0;
	armed = 1;
}

long fault_calls(void)
{
	armed = 0;
	return calls;
}

static void *real(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

/* What becomes of a call: 0 go on, 1 it fails (errno is set), 2 half of it is done.  `grows`: the call may need room. */
static int met(int fd, int grows, int whole)
{
	if (!armed || fd == 1 || fd == 2 || fd == IGNORED)
		return 0;
	if (kind == ENOSPC && !grows)
		return 0;
	calls++;
	if (!kind || calls < wanted)
		return 0;
	if (kind == -9 || kind == ENOSPC) {
		if (calls == wanted && !whole)
			return 2;
		if (kind == -9)
			kill(getpid(), SIGKILL);
	} else if (kind != EROFS && calls != wanted) {
		return 0;
	}
	errno = kind;
	return 1;
}

#define WRITE(name, type, more, pass)                                          \
	ssize_t name(int fd, const void *data, size_t size more)               \
	{                                                                      \
		type go = real(#name);                                         \
		int what = met(fd, 1, size < 2);                               \
		if (what == 1)                                                 \
			return -1;                                             \
		if (what == 2) {                                               \
			ssize_t done = go(fd, data, size / 2 pass);            \
			if (kind == -9)                                        \
				kill(getpid(), SIGKILL);                       \
			return done;                                           \
		}                                                              \
		return go(fd, data, size pass);                                \
	}
#define COMMA ,
typedef ssize_t (*write_t)(int, const void *, size_t);
typedef ssize_t (*pwrite_t)(int, const void *, size_t, off_t);
WRITE(write, write_t, , )
WRITE(pwrite, pwrite_t, COMMA off_t at, COMMA at)
WRITE(pwrite64, pwrite_t, COMMA off_t at, COMMA at)

#define CALL(name, grows, fd, signature, pass)                                 \
	int name signature                                                     \
	{                                                                      \
		int(*go) signature = real(#name);                              \
		return met(fd, grows, 1) ? -1 : go pass;                       \
	}
CALL(fsync, 1, fd, (int fd), (fd))
CALL(fdatasync, 1, fd, (int fd), (fd))
CALL(ftruncate, 1, fd, (int fd, off_t size), (fd, size))
CALL(ftruncate64, 1, fd, (int fd, off_t size), (fd, size))
CALL(fallocate, 1, fd, (int fd, int mode, off_t at, off_t size), (fd, mode, at, size))
CALL(rename, 1, -1, (const char *from, const char *to), (from, to))
CALL(renameat, 1, -1, (int f, const char *from, int t, const char *to), (f, from, t, to))
CALL(link, 1, -1, (const char *from, const char *to), (from, to))
CALL(linkat, 1, -1, (int f, const char *from, int t, const char *to, int flags), (f, from, t, to, flags))
CALL(unlink, 0, -1, (const char *path), (path))
CALL(unlinkat, 0, -1, (int f, const char *path, int flags), (f, path, flags))
CALL(rmdir, 0, -1, (const char *path), (path))
CALL(mkdir, 1, -1, (const char *path, mode_t mode), (path, mode))
CALL(mkdirat, 1, -1, (int f, const char *path, mode_t mode), (f, path, mode))

/* only an open that may change something */
#define CHANGES(flags) ((flags) & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC))
#define OPEN(name, first, pass)                                                \
	int name(first const char *path, int flags, ...)                       \
	{                                                                      \
		int (*go)(first const char *, int, ...) = real(#name);         \
		va_list rest;                                                  \
		mode_t mode;                                                   \
		va_start(rest, flags);                                         \
		mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
		va_end(rest);                                                  \
		if (CHANGES(flags) && met(-1, flags & O_CREAT, 1))             \
			return -1;                                             \
		return go(pass path, flags, mode);                             \
	}
OPEN(open, , )
OPEN(open64, , )
OPEN(openat, int f COMMA, f COMMA)
OPEN(openat64, int f COMMA, f COMMA)
