/** The site's logo, in the corner of the Studio. */
export function StudioLogo() {
  // biome-ignore lint/performance/noImgElement: the icon has its final size
  return <img src="/icon-192.png" alt="" style={{ display: 'block', width: '100%' }} />
}
