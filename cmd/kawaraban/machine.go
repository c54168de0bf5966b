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
		why = "it is a link that leads out of the site's folder"
	}
	if name := filepath.Clean(e.Path); !strings.Contains(before, name) {
		why = e.Path + ": " + why
	}
	return before + why + after
}

// errorHint returns the next step for an error of the machine; empty if unknown.
func errorHint(err error) string {
	e, ok := errors.AsType[*fs.PathError](err)
	switch {
	case errors.Is(err, errChanged), errors.Is(err, errWritten), errors.Is(err, build.ErrSwapped):
		return "call the command again"
	case errors.Is(err, errNoFile):
		return "put a file there, or take it away"
	case errors.Is(err, errTooLarge):
		return "keep it where large files are kept, and link to it"
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "the disk is full: make room and call the command again"
	case errors.Is(err, syscall.EROFS):
		return "the disk can only be read: take a copy of the site's folder"
	case errors.Is(err, fs.ErrPermission):
		return "let your account read and write it, or call the command as who may"
	case ok && e.Err.Error() == outOfFolder, errors.Is(err, syscall.ELOOP):
		return "put the file or folder itself there"
	}
	return ""
}
