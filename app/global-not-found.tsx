import SiteLayout from './(site)/layout'
import Content, { generateMetadata } from './(site)/not-found'

export { generateMetadata }

/** The 404 page for unknown paths. They belong to neither root layout, so this page renders the site's. */
export default function GlobalNotFound() {
  return (
    <SiteLayout>
      <Content />
    </SiteLayout>
  )
}
