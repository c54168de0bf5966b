//go:build !linux && !darwin

package main

import "os"

// columnsOf returns the width of a terminal; 0 if unknown, as on this system.
func columnsOf(*os.File) int { return 0 }
