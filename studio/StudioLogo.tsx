import { ink } from '@/lib/colors'

/** The site's logo, in the corner of the Studio. */
export function StudioLogo() {
  return (
    <svg viewBox="0 0 32 32" width="100%" height="100%" aria-hidden="true" style={{ display: 'block' }}>
      <rect width="32" height="32" fill={ink} />
      <path
        d="M23.1 10.4A9 9 0 1 0 23.1 21.6"
        fill="none"
        stroke="#f2a73b"
        strokeWidth="2.8"
        strokeLinecap="round"
      />
      <circle cx="16" cy="16" r="3.7" fill="#ff5a42" />
    </svg>
  )
}
