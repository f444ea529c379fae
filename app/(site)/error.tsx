'use client'

import { ErrorContent } from '@/components/site/ErrorContent'

/** Stands in for a page whose rendering failed, inside the site's frame. */
export default function ErrorPage({ retry }: { error: unknown; retry: () => void }) {
  return <ErrorContent retry={retry} />
}
