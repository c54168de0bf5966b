package main

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/kawaraban/kawaraban/internal/build"
)

// outOfFolder is what os.Root says of a link that leads out of its folder.
const outOfFolder = "path escapes from parent"

// spoken says an error of the machine in words for people. What the system says of a file
// stays; the name of the call and a name of a file that was said already go.
func spoken(err error) string {
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

// nextStep is what somebody can do about an error of the machine; empty where only its text
// says it.
func nextStep(err error) string {
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
