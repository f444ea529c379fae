import { StudioClient } from './StudioClient'

/** One shell serves every address below `/studio-admin`; the Studio routes in the browser. */
export function generateStaticParams() {
  return [{ tool: [] }]
}

export default function StudioPage() {
  return <StudioClient />
}
