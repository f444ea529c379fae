import { markRing } from '@/components/site/Mark'
import { socialSize } from '@/lib/seo/socialImage'

type SocialCardProps = {
  title: string
  /** The smaller line below the title. */
  line: string
  siteName: string
  /** The picture as a `data:` address, square. */
  picture: string | null
}

const lens = { size: 620, left: 660, top: 5 }

/** What a shared link shows: the page's title beside the lens. Drawn by Satori, which knows flexbox and inline styles. */
export function SocialCard({ title, line, siteName, picture }: SocialCardProps) {
  const size = title.length > 44 ? 58 : title.length > 26 ? 70 : 86
  return (
    <div
      style={{
        ...socialSize,
        display: 'flex',
        position: 'relative',
        background: '#14100c',
        color: '#f4ecdf',
      }}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 400 400"
        width={lens.size + 76}
        height={lens.size + 76}
        style={{ position: 'absolute', left: lens.left - 38, top: lens.top - 38 }}
      >
        {ticks.map(({ angle, long }) => (
          <path
            key={angle}
            d={`M200 2V${long ? 12 : 7}`}
            stroke="#f2a73b"
            strokeWidth={long ? 1.4 : 0.9}
            transform={`rotate(${angle} 200 200)`}
          />
        ))}
      </svg>
      <div
        style={{
          position: 'absolute',
          left: lens.left,
          top: lens.top,
          width: lens.size,
          height: lens.size,
          borderRadius: lens.size / 2,
          overflow: 'hidden',
          display: 'flex',
          background: '#241b13',
        }}
      >
        {/* biome-ignore lint/performance/noImgElement: this becomes part of a picture */}
        {picture && <img src={picture} alt="" width={lens.size} height={lens.size} />}
      </div>
      <div
        style={{
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          width: 600,
          padding: '56px 0 56px 64px',
        }}
      >
        <div style={{ display: 'flex', alignItems: 'center', gap: 18, fontSize: 34 }}>
          <svg viewBox="0 0 32 32" width="52" height="52" aria-hidden="true">
            <path d={markRing} fill="none" stroke="#f2a73b" strokeWidth="3" strokeLinecap="round" />
            <circle cx="16" cy="16" r="4.5" fill="#d4331f" />
          </svg>
          <div>{siteName}</div>
        </div>
        <div style={{ display: 'flex', flexDirection: 'column', gap: 26 }}>
          <div style={{ fontSize: size, lineHeight: 1.04, letterSpacing: -size * 0.03 }}>{title}</div>
          <div style={{ fontSize: 27, lineHeight: 1.3, color: '#f2a73b' }}>{line}</div>
        </div>
      </div>
    </div>
  )
}

const ticks = Array.from({ length: 120 }, (_, index) => ({ angle: index * 3, long: index % 5 === 0 }))
