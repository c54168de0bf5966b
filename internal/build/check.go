package build

import (
	"crypto/sha256"
	"io/fs"

	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

func (c *checked) left() *check.Last {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last
}

func (c *checked) leave(last *check.Last) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = last
}

func (c *checked) vocabulary(data *upstream.Data) *check.Vocabulary {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.data != data {
		c.data, c.words = data, check.NewVocabulary(data)
	}
	return c.words
}

// source returns the file of a note, always with the same pointer. It reads the file if its bytes
// were not kept. If the file has changed on disk since it was parsed, the result is not kept.
func (p *parsedNote) source(root fs.FS) *check.File {
	if f := p.file.Load(); f != nil {
		return f
	}
	data := p.bytes
	if data == nil && p.read {
		data, _ = readNote(root, p.path)
	}
	f := check.NewFile(p.path, data, p.shown)
	if p.read && sha256.Sum256(data) == p.sum && !p.file.CompareAndSwap(nil, f) {
		return p.file.Load()
	}
	return f
}
