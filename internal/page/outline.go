package page

import "github.com/kawaraban/kawaraban/internal/page/builder"

func section(id string, shown bool) builder.Section { return builder.Section{ID: id, Shown: shown} }

func under(id string, shown bool) builder.Section {
	return builder.Section{ID: id, Shown: shown, Under: 1}
}
