import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { Heading, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import type { Tool } from 'sanity'
import { studioPath } from '@/lib/pages'
import { Loaded, ToolPage } from './ToolPage'

/** The editors' handbook, a Markdown page of headings and paragraphs in `public/studio-admin/handbook.md`. */
export const handbookTool: Tool = {
  name: 'handbook',
  title: 'Handbook',
  icon: HelpCircleIcon,
  component: Handbook,
}

function Handbook() {
  const [blocks, setBlocks] = useState<string[] | 'failed'>()
  useEffect(() => {
    fetch(`${studioPath}/handbook.md`)
      .then((response) => (response.ok ? response.text() : Promise.reject(new Error(response.statusText))))
      // The first block is the title.
      .then((markdown) => setBlocks(markdown.split('\n\n').slice(1)))
      .catch(() => setBlocks('failed'))
  }, [])
  return (
    <ToolPage title="Handbook for editors">
      <Loaded result={blocks}>
        {(loaded) =>
          loaded.map((block) =>
            block.startsWith('## ') ? (
              <Heading as="h2" key={block} size={2}>
                {block.slice(3)}
              </Heading>
            ) : (
              <Text as="p" key={block} size={2}>
                {block}
              </Text>
            ),
          )
        }
      </Loaded>
    </ToolPage>
  )
}
