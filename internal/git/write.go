package git

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// ErrContentChanged means that a content does not have the expected ID.
var ErrContentChanged = errors.New("the content has changed")

// Blob is the content of a file to be written.
type Blob struct {
	ID      ID // [Format.BlobID] of the content
	Content func() ([]byte, error)
}

// Write stores blobs in the repository with git fast-import, which packs them. No ref points to
// them. The error is [ErrContentChanged] if a content does not have its ID. After an error or a kill, some
// blobs or a temporary file may remain; git gc removes both.
func (r *Repo) Write(ctx context.Context, blobs []Blob) error {
	if len(blobs) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, r.Limits.Local, ErrTimeout)
	defer cancel()
	args, said := []string{"fast-import", "--quiet", "--done"}, &tail{}
	cmd := r.command(ctx, args...)
	cmd.Stderr = said
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return fmt.Errorf("writing objects: %w", err)
	}
	wrong := r.stream(in, blobs)
	if wrong != nil {
		_ = cmd.Cancel() // fast-import must not finish with a part of the blobs
	}
	_ = in.Close()
	switch failed := cmd.Wait(); {
	case wrong != nil && (failed == nil || !errors.Is(wrong, syscall.EPIPE)):
		return fmt.Errorf("writing objects: %w", wrong)
	case ctx.Err() != nil:
		return ctx.Err()
	case failed != nil:
		return fmt.Errorf("writing objects: %w", failure(args, failed, said))
	}
	return nil
}

func (r *Repo) stream(w io.Writer, blobs []Blob) error {
	out := bufio.NewWriter(w)
	for _, b := range blobs {
		content, err := b.Content()
		if err != nil {
			return err
		}
		if r.format.BlobID(content) != b.ID {
			return ErrContentChanged
		}
		fmt.Fprintf(out, "blob\ndata %d\n", len(content))
		out.Write(content)
		if err := out.WriteByte('\n'); err != nil {
			return err
		}
	}
	out.WriteString("done\n")
	return out.Flush()
}

// Tree stores a tree of files, whose contents are in the repository, and returns its ID. It uses a
// temporary index; that of the checkout is neither read nor written.
func (r *Repo) Tree(ctx context.Context, files []Entry) (ID, error) {
	removeStale(filepath.Join(os.TempDir(), "kawaraban-index-*"))
	dir, err := os.MkdirTemp("", "kawaraban-index-")
	if err != nil {
		return "", fmt.Errorf("writing the tree: %w", err)
	}
	defer os.RemoveAll(dir)
	env := []string{"GIT_INDEX_FILE=" + filepath.Join(dir, "index")}
	var list strings.Builder
	for _, f := range files {
		fmt.Fprintf(&list, "%s %s\t%s\x00", f.Mode, f.ID, f.Path)
	}
	if _, err := r.queryEnv(ctx, env, strings.NewReader(list.String()), "update-index", "-z", "--index-info"); err != nil {
		return "", fmt.Errorf("writing the tree: %w", err)
	}
	out, err := r.queryEnv(ctx, env, nil, "write-tree")
	if err != nil {
		return "", fmt.Errorf("writing the tree: %w", err)
	}
	return ID(strings.TrimSpace(out)), nil
}

// removeStale removes day-old temporary directories, which killed processes left.
func removeStale(pattern string) {
	folders, _ := filepath.Glob(pattern) // only an invalid pattern is an error
	for _, dir := range folders {
		if info, err := os.Lstat(dir); err == nil && time.Since(info.ModTime()) > 24*time.Hour {
			_ = os.RemoveAll(dir)
		}
	}
}
