package search

// Chunk is the digest of some documents that belong together, of one note say: all
// that an index takes of them. It does not change, so it may be kept as long as the
// documents stay as they are.
type Chunk struct {
	docs []Doc
}

// Digest reads the documents. It is pure, so that many may run at once.
func Digest(docs []Doc) *Chunk { return &Chunk{docs: docs} }
