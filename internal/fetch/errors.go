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

// The kinds of failure that an [Error] wraps.
var (
	ErrAddress     = errors.New("this is no address that is asked")
	ErrUnreachable = errors.New("the server cannot be reached")
	ErrGone        = errors.New("the server has nothing there")
	ErrBusy        = errors.New("the server is busy")
	ErrStatus      = errors.New("the server refuses")
	ErrLed         = errors.New("the server leads on to where nobody asked for")
	ErrType        = errors.New("the answer is not of a kind that is taken")
	ErrLarge       = errors.New("the answer is too large")
	ErrBroken      = errors.New("the answer broke off")
	ErrSlow        = errors.New("the answer takes too long")
)

// Error says why an address gave nothing.
type Error struct {
	Address string        // without user and password
	Status  int           // of the answer; 0 where there was none
	After   time.Duration // how long the server asks to wait; 0 where it says nothing
	Err     error         // wraps one of the errors of this package

	again bool // another attempt may help
}

// Error is the address with the reason. User and password of whatever address stands in
// the reason, a proxy's for instance, are taken out.
func (e *Error) Error() string { return e.Address + ": " + Redact(e.Err.Error()) }

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// login is what stands between the scheme and the host of an address.
var login = regexp.MustCompile(`://[^/?#\s"]*@`)

// Redact takes user and password out of every address in a text.
func Redact(text string) string { return login.ReplaceAllString(text, "://") }

// anyLogin is what may be user and password in what is no address.
var anyLogin = regexp.MustCompile(`^.*@`)

// noAddress is the error of what cannot be read as an address with a host. Where its user
// ends nobody can say, so all that may be one is left out.
func noAddress(text string) error {
	return &Error{Address: short(anyLogin.ReplaceAllString(text, "")), Err: ErrAddress}
}

// short cuts what a server said to what a message can hold.
func short(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// named completes an error with the address that was asked, and lets what came of the end
// of the time be ErrSlow. An end that the caller brought about stays what it is.
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

// unanswered is the error of a request that got no answer.
func unanswered(err error) error {
	if outer, ok := errors.AsType[*url.Error](err); ok {
		err = outer.Err // which names the address once more
	}
	if errors.Is(err, ErrLed) {
		return &Error{Err: err}
	}
	broke := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET)
	return &Error{Err: fmt.Errorf("%w: %w", ErrUnreachable, err), again: broke}
}

// refusal is the error of an answer that is not the file.
func refusal(resp *http.Response) *Error {
	e := &Error{Status: resp.StatusCode, Err: fmt.Errorf("%w: %s", ErrStatus, StatusText(resp.StatusCode))}
	switch resp.StatusCode {
	case http.StatusNotFound, http.StatusGone:
		e.Err = fmt.Errorf("%w: %s", ErrGone, StatusText(resp.StatusCode))
	case http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		e.Err = fmt.Errorf("%w: %s", ErrBusy, StatusText(resp.StatusCode))
		e.After, e.again = retryAfter(resp.Header), true
		if e.After > 0 {
			e.Err = fmt.Errorf("%w, it asks to wait %s", e.Err, e.After)
		}
	}
	return e
}

// StatusText is a status of HTTP with its name, where it has one: 404 Not Found.
func StatusText(status int) string {
	return strings.TrimSpace(strconv.Itoa(status) + " " + http.StatusText(status))
}

// maxAfter bounds what a server may say of waiting, so that no sum overflows.
const maxAfter = 24 * time.Hour

// retryAfter reads Retry-After, RFC 9110 section 10.2.3: seconds, or a time, which is
// counted from the answer's own Date, so that a wrong clock here does not matter.
func retryAfter(header http.Header) time.Duration {
	said := header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(said, 10, 32); err == nil {
		return min(time.Duration(seconds)*time.Second, maxAfter)
	}
	until, err := http.ParseTime(said)
	now, bad := http.ParseTime(header.Get("Date"))
	if err != nil || bad != nil {
		return 0
	}
	return min(max(until.Sub(now), 0), maxAfter)
}
