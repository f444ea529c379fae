import { closedMarkScript } from '@/lib/announcements/closed'

/** Stands before every announcement, and marks the document with those that were closed. */
export function ClosedMark() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
  return <script dangerouslySetInnerHTML={{ __html: closedMarkScript }} />
}
