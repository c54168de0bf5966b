//go:build !linux && !darwin

package main

import "os"

// columnsOf is how wide a terminal is; 0 where that is not known, as here.
func columnsOf(*os.File) int { return 0 }
