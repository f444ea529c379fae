import { stegaClean } from '@sanity/client/stega'
import type { ReactNode } from 'react'
import type { drawings } from '@/lib/content/media/drawings'

type DrawingName = (typeof drawings)[number]['value']

/** Creates the path of a sound wave: vertical bars, centered at y = 36, six units apart. */
const createWavePath = (startX: number, heights: readonly number[]) =>
  heights.map((height, index) => `M${startX + index * 6} ${36 - height / 2}v${height}`).join('')

/** Creates the path of a viewfinder's frame: its four corners. */
const createFramePath = (x: number) => `M${x} 22v-8h8M${x + 32} 14h8v8M${x + 40} 50v8h-8M${x + 8} 58h-8v-8`

/** Draws a head and shoulders, centered at `x`. */
const drawPerson = (x: number) => (
  <>
    <circle cx={x} cy="32" r="6" />
    <path d={`M${x - 11} 53c0-8 5-12 11-12s11 4 11 12`} />
  </>
)

/** The drawings, each 96 by 72 units. Lines have the text color unless a class sets another. */
const drawingShapes: Record<DrawingName, ReactNode> = {
  desk: (
    <>
      <path className="faint" d="M15 8v56M37 8v56M59 8v56M81 8v56" />
      <path className="solid" d="M7 41h16v9H7zM29 20h16v9H29zM73 47h16v9H73z" />
      <path className="highlight-solid" d="M51 31h16v9H51z" />
    </>
  ),
  cameras: (
    <>
      <path d={createFramePath(4)} />
      <path d={createFramePath(52)} />
      <g className="highlight">{drawPerson(19)}</g>
      {drawPerson(77)}
      <circle className="highlight-solid" cx="37" cy="21" r="2.5" />
    </>
  ),
  edit: (
    <>
      <path d={createWavePath(5, [10, 26, 44, 20, 34, 12])} />
      <path className="faint" d={createWavePath(41, [18, 8, 22, 14])} />
      <path d={createWavePath(71, [30, 46, 24, 12])} />
      <path className="highlight" d="M65 6v60" />
      <path className="highlight-solid" d="M59 4h12l-6 8z" />
    </>
  ),
  clips: (
    <>
      <rect x="6" y="16" width="22" height="42" rx="3" />
      <rect x="68" y="16" width="22" height="42" rx="3" />
      <path className="faint" d="M11 50h12M73 50h12" />
      <rect className="highlight-solid" x="33" y="6" width="30" height="60" rx="4" />
      <path className="dark" d="M43 27v18l15-9z" />
    </>
  ),
  video: (
    <>
      <rect x="4" y="6" width="88" height="50" rx="3" />
      <path className="highlight" d="M14 40h34" />
      <path className="faint" d="M14 47h22M4 66h88" />
      <path className="highlight" d="M4 66h52" />
      <circle className="highlight-solid" cx="56" cy="66" r="4" />
    </>
  ),
  posting: (
    <>
      <rect x="4" y="10" width="88" height="56" rx="3" />
      <path d="M4 24h88M24 4v10M72 4v10" />
      <path className="faint dots" d="M33 36h0M63 36h0M18 46h0M48 46h0M78 46h0M33 56h0M63 56h0" />
      <path className="highlight dots" d="M18 36h0M48 36h0M78 36h0M33 46h0M63 46h0M18 56h0M48 56h0M78 56h0" />
    </>
  ),
  silence: (
    <>
      <path d={createWavePath(5, [30, 14, 46, 24, 36, 12, 20])} />
      <path className="highlight" d="M47 36h45" />
    </>
  ),
  light: (
    <>
      <circle className="highlight-solid" cx="68" cy="30" r="20" />
      <path d="M68 50v18M57 68h22" />
      <circle cx="20" cy="32" r="11" />
      <path d="M4 68c0-12 6-19 16-19s16 7 16 19" />
      <path className="highlight" d="M29.5 26.5a11 11 0 0 1 0 11" />
    </>
  ),
  seats: (
    <>
      <circle cx="48" cy="36" r="15" />
      <circle className="solid" cx="48" cy="9" r="5.5" />
      <circle className="solid" cx="75" cy="36" r="5.5" />
      <circle className="solid" cx="48" cy="63" r="5.5" />
      <circle className="highlight-solid" cx="21" cy="36" r="5.5" />
    </>
  ),
  recorders: (
    <>
      <circle cx="25" cy="32" r="20" />
      <circle cx="71" cy="32" r="20" />
      <circle className="highlight-solid" cx="25" cy="32" r="6" />
      <circle className="highlight-solid" cx="71" cy="32" r="6" />
      <path d="M25 52v14h46V52" />
    </>
  ),
}

/** The decorative drawing of a feature; renders nothing for an unknown name. */
export function FeatureDrawing({ name }: { name: string | null | undefined }) {
  const shape = Object.entries(drawingShapes).find(([shapeName]) => shapeName === stegaClean(name))?.[1]
  if (!shape) return null
  return (
    <svg viewBox="0 0 96 72" className="feature-drawing" aria-hidden="true">
      {shape}
    </svg>
  )
}
