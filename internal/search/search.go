// Package search turns documents into the files of an index that a browser searches
// with no server.
package search
