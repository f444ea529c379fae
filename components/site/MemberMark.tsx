import { memberMarkScript } from '@/lib/membership/memberMark'

/** Stands before everything that members and visitors see differently, and marks the document for members. */
export function MemberMark() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
  return <script dangerouslySetInnerHTML={{ __html: memberMarkScript }} />
}
