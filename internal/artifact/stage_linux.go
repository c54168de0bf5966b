package artifact

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"syscall"
)

// held is a folder by its number: names are looked up from there and not from the root, and
// the file that is made is not prepared for being waited for, which an os.File is by four more
// calls.
type held struct {
	fd  int
	dir string
}

// hold opens a folder.
func hold(dir string) (held, error) {
	fd, err := again(func() (int, error) {
		return syscall.Open(dir, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
	})
	return held{fd, dir}, failed("open", dir, err)
}

func (h held) close() error { return syscall.Close(h.fd) }

// mkdir makes a folder in it.
func (h held) mkdir(name string) error {
	return syscall.Mkdirat(h.fd, name, 0o755)
}

// put makes a file in it with the content b, and returns the time that it got.
func (h held) put(name string, b []byte) (int64, error) {
	fd, err := again(func() (int, error) {
		return syscall.Openat(h.fd, name, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_TRUNC|syscall.O_CLOEXEC, 0o644)
	})
	if err != nil {
		return 0, failed("open", filepath.Join(h.dir, name), err)
	}
	at, err := fillFD(fd, b)
	if err = errors.Join(err, syscall.Close(fd)); err != nil {
		return 0, failed("write", filepath.Join(h.dir, name), err)
	}
	return at, nil
}

// fillFD writes b to a file, and returns the file's time.
func fillFD(fd int, b []byte) (int64, error) {
	for len(b) > 0 {
		n, err := again(func() (int, error) { return syscall.Write(fd, b) })
		if err != nil {
			return 0, err
		}
		if n == 0 {
			return 0, io.ErrUnexpectedEOF
		}
		b = b[n:]
	}
	var is syscall.Stat_t
	_, err := again(func() (int, error) { return 0, syscall.Fstat(fd, &is) })
	return is.Mtim.Nano(), err
}

// again makes a call until no signal interrupts it.
func again(call func() (int, error)) (n int, err error) {
	for {
		if n, err = call(); !errors.Is(err, syscall.EINTR) {
			return n, err
		}
	}
}

// failed names the call and the file of an error, as package os does.
func failed(op, name string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: op, Path: name, Err: err}
}
