import { sessionMarkScript } from '@/lib/auth/browser/storedSession'

/** Stands before everything that users and visitors see differently, and marks the document for users. */
export function SessionMark() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
  return <script dangerouslySetInnerHTML={{ __html: sessionMarkScript }} />
}
