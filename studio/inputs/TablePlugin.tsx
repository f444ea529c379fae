import type { PortableTextPluginsProps } from 'sanity'

/** Sanity's plugins of the rich text editor, with the one for tables, which is off by default (Sanity 6.16.0). */
export function TablePlugin({ plugins, renderDefault, ...props }: PortableTextPluginsProps) {
  return renderDefault({ ...props, renderDefault, plugins: { ...plugins, table: { enabled: true } } })
}
