package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// The types of failure that an [Error] wraps.
var (
	ErrAddress     = errors.New("invalid address")
	ErrUnreachable = errors.New("the server cannot be reached")
	ErrGone        = errors.New("the file does not exist")
	ErrBusy        = errors.New("the server is busy")
	ErrStatus      = errors.New("the server refused the request")
	ErrRedirect    = errors.New("refused redirect")
	ErrType        = errors.New("unexpected content")
	ErrLarge       = errors.New("the response is too large")
	ErrBroken      = errors.New("the response was interrupted")
	ErrSlow        = errors.New("the response took too long")
)

// Error is the error for an address.
type Error struct {
	Address string        // without user and password
	Status  int           // HTTP status; 0 without a response
	After   time.Duration // waiting time requested by the server; may be 0
	Err     error         // wraps one of the errors of this package

	again bool // another attempt may help
}

// Error returns address and reason. User names and passwords of all addresses in it are removed.
func (e *Error) Error() string { return e.Address + ": " + Redact(e.Err.Error()) }

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// login matches the user information in a URL.
var login = regexp.MustCompile(`://[^/?#\s"]*@`)

// Redact removes user information from every URL in a text.
func Redact(text string) string { return login.ReplaceAllString(text, "://") }

// anyLogin matches possible user information in an invalid URL.
var anyLogin = regexp.MustCompile(`^.*@`)

// invalidAddress returns the error for an invalid URL. The end of its user information is unknown, so
// everything that may belong to it is removed.
func invalidAddress(text string) error {
	return &Error{Address: short(anyLogin.ReplaceAllString(text, "")), Err: ErrAddress}
}

func short(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// named adds the address to an error, and maps an expired time limit to ErrSlow. A cancellation by
// the caller stays unchanged.
func named(ctx context.Context, u *url.URL, err error) error {
	address := Redact(u.String())
	switch cause := context.Cause(ctx); {
	case cause == nil:
	case errors.Is(cause, ErrSlow):
		return &Error{Address: address, Err: ErrSlow}
	default:
		return fmt.Errorf("%s: %w", address, ctx.Err())
	}
	if e, ok := errors.AsType[*Error](err); ok {
		e.Address = address
		return e
	}
	return &Error{Address: address, Err: fmt.Errorf("%w: %w", ErrUnreachable, err)}
}

func connectionError(err error) error {
	if outer, ok := errors.AsType[*url.Error](err); ok {
		err = outer.Err // without the address, which would be repeated
	}
	if errors.Is(err, ErrRedirect) {
		return &Error{Err: err}
	}
	broke := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET)
	return &Error{Err: fmt.Errorf("%w: %w", ErrUnreachable, err), again: broke}
}

func statusError(resp *http.Response) *Error {
	e := &Error{Status: resp.StatusCode, Err: fmt.Errorf("%w: %s", ErrStatus, StatusText(resp.StatusCode))}
	switch resp.StatusCode {
	case http.StatusNotFound, http.StatusGone:
		e.Err = fmt.Errorf("%w: %s", ErrGone, StatusText(resp.StatusCode))
	case http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		e.Err = fmt.Errorf("%w: %s", ErrBusy, StatusText(resp.StatusCode))
		e.After, e.again = retryAfter(resp.Header), true
		if e.After > 0 {
			e.Err = fmt.Errorf("%w, retry after %s", e.Err, e.After)
		}
	}
	return e
}

// StatusText returns an HTTP status with its name: 404 Not Found.
func StatusText(status int) string {
	return strings.TrimSpace(strconv.Itoa(status) + " " + http.StatusText(status))
}

// maxRetryAfter limits the waiting time of a server, so that sums cannot overflow.
const maxRetryAfter = 24 * time.Hour

// retryAfter parses Retry-After (RFC 9110, section 10.2.3): seconds or a time. The time is compared
// with the Date of the response, so that a wrong local clock does not matter.
func retryAfter(header http.Header) time.Duration {
	said := header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(said, 10, 32); err == nil {
		return min(time.Duration(seconds)*time.Second, maxRetryAfter)
	}
	until, err := http.ParseTime(said)
	now, bad := http.ParseTime(header.Get("Date"))
	if err != nil || bad != nil {
		return 0
	}
	return min(max(until.Sub(now), 0), maxRetryAfter)
}
