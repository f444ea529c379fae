import { sessionKey } from './config'

/** Whether this browser keeps a session, which may have ended meanwhile. Needs no SDK, and never throws. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(sessionKey) !== null
  } catch {
    return false
  }
}

/** Whether this browser would keep a session at all: people and their tools can forbid it. Never throws. */
export function canKeepSession(): boolean {
  const name = `${sessionKey}-probe`
  try {
    localStorage.setItem(name, '1')
    localStorage.removeItem(name)
    return true
  } catch {
    return false
  }
}
