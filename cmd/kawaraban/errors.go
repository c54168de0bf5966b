package main

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/kawaraban/kawaraban/internal/build"
)

// outOfFolder is the error text of os.Root for a symbolic link that points out of the directory.
const outOfFolder = "path escapes from parent"

// describeError formats an error of the machine. It drops the name of the system call, and a file
// name that the text already has.
func describeError(err error) string {
	text := err.Error()
	e, ok := errors.AsType[*fs.PathError](err)
	if !ok {
		return text
	}
	before, after, ok := strings.Cut(text, e.Error())
	if !ok {
		return text
	}
	why := e.Err.Error()
	if why == outOfFolder {
		why = "symbolic link to a place outside the site's directory"
	}
	if name := filepath.Clean(e.Path); !strings.Contains(before, name) {
		why = e.Path + ": " + why
	}
	return before + why + after
}

func errorHint(err error) string {
	e, ok := errors.AsType[*fs.PathError](err)
	switch {
	case errors.Is(err, errChanged), errors.Is(err, errUnstable), errors.Is(err, build.ErrSwapped):
		return "run the command again"
	case errors.Is(err, errNoFile):
		return "replace it with a file, or remove it"
	case errors.Is(err, errTooLarge):
		return "host it elsewhere and link to it"
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "free disk space and run the command again"
	case errors.Is(err, syscall.EROFS):
		return "the file system is read-only: copy the site's directory to another disk"
	case errors.Is(err, fs.ErrPermission):
		return "give your account permission to read and write it"
	case ok && e.Err.Error() == outOfFolder, errors.Is(err, syscall.ELOOP):
		return "replace the link with the file or directory"
	}
	return ""
}
