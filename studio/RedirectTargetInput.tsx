import { Button, Stack, Text } from '@sanity/ui'
import { type StringInputProps, set } from 'sanity'
import { describeMovedTarget, findMovedTarget } from '@/lib/content/redirectRules'
import { parseLandingPages } from '@/lib/landingPages'
import { publishedLandingPages } from './usePages'
import { useQuery } from './useQuery'

/** The target of a redirect, with a button that replaces a landing page's former path. */
export function RedirectTargetInput(props: StringInputProps) {
  const { value, onChange, readOnly, renderDefault } = props
  const landingPages = parseLandingPages(useQuery<unknown>(publishedLandingPages))
  const rule = { to: value ?? null }
  const moved = findMovedTarget(rule, landingPages)
  return (
    <Stack gap={3}>
      {renderDefault(props)}
      {moved && (
        <Text size={1} muted>
          {describeMovedTarget(rule, landingPages)}
        </Text>
      )}
      {moved && !readOnly && (
        <div>
          <Button
            mode="ghost"
            fontSize={1}
            text={`Use ${moved.to}`}
            onClick={() => onChange(set(moved.to))}
          />
        </div>
      )}
    </Stack>
  )
}
