package source

import "github.com/kawaraban/kawaraban/internal/note"

// StageOfHeading returns the stage that a heading names if it names nothing else.
func StageOfHeading(words string) note.Stage { return stageOfHeading(words) }

// DateOfHeading reads a heading that is a day and nothing else, as 2006-01-02.
func DateOfHeading(words string) (day string, ok bool) { return dateOf(words) }
