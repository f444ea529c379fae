import SiteLayout from './(site)/layout'
import Content, { generateMetadata } from './(site)/not-found'

export { generateMetadata }

/** The 404 page for unknown paths, outside both root layouts. */
export default function GlobalNotFound() {
  return (
    <SiteLayout>
      <Content />
    </SiteLayout>
  )
}
