import type { PortableTextPluginsProps } from 'sanity'

/** Enables the rich text editor's table plugin, which is off by default (Sanity 6.16.0). */
export function TablePlugin({ plugins, renderDefault, ...props }: PortableTextPluginsProps) {
  return renderDefault({ ...props, renderDefault, plugins: { ...plugins, table: { enabled: true } } })
}
