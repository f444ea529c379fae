import { Button, Stack } from '@sanity/ui'
import { type StringInputProps, set, useFormValue } from 'sanity'
import { suggestLandingPath } from '@/lib/content/routing/landingPageRules'

/** Edits a landing page's path. While the path is empty, a button suggests one based on the page's name. */
export function PathInput(props: StringInputProps) {
  const { value, onChange, readOnly, renderDefault } = props
  const suggestion = suggestLandingPath(useFormValue(['title']))
  return (
    <Stack gap={3}>
      {renderDefault(props)}
      {!value && suggestion && !readOnly && (
        <div>
          <Button
            mode="ghost"
            fontSize={1}
            text={`Use ${suggestion}`}
            onClick={() => onChange(set(suggestion))}
          />
        </div>
      )}
    </Stack>
  )
}
