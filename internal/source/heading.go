package source

import "github.com/kawaraban/kawaraban/internal/note"

// StageOfHeading returns the stage that a heading names if it names nothing else.
func StageOfHeading(words string) note.Stage { return stageOfHeading(words) }
