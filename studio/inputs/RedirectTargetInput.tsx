import { Button, Stack, Text } from '@sanity/ui'
import { type StringInputProps, set } from 'sanity'
import { parseLandingPages } from '@/lib/landingPages'
import { describeMovedTarget, findMovedTarget } from '@/studio/redirectRules'
import { useQuery } from '../useQuery'
import { publishedLandingPages } from './usePages'

/** The target of a redirect, with a button that replaces a former path of a landing page with its current path. */
export function RedirectTargetInput(props: StringInputProps) {
  const { value, onChange, readOnly, renderDefault } = props
  const landingPages = parseLandingPages(useQuery<unknown>(publishedLandingPages))
  const redirect = { to: value ?? null }
  const movedTarget = findMovedTarget(redirect, landingPages)
  return (
    <Stack gap={3}>
      {renderDefault(props)}
      {movedTarget && (
        <Text size={1} muted>
          {describeMovedTarget(redirect, landingPages)}
        </Text>
      )}
      {movedTarget && !readOnly && (
        <div>
          <Button
            mode="ghost"
            fontSize={1}
            text={`Use ${movedTarget.to}`}
            onClick={() => onChange(set(movedTarget.to))}
          />
        </div>
      )}
    </Stack>
  )
}
