import { Box, Stack, Text, TextInput } from '@sanity/ui'
import { type FieldProps, FormField, type StringInputProps, set, unset } from 'sanity'
import {
  formatStudioTime,
  formatStudioTimeLong,
  parseStudioTime,
  timeProblem,
} from '@/lib/content/studioTime'
import { useRawInput } from './useRawInput'

/** Edits a moment as the time that clocks in Los Angeles show, whatever the browser's are. What is kept is UTC. */
export function StudioTimeInput({
  value,
  onChange,
  elementProps,
  validationError,
  readOnly,
}: StringInputProps) {
  const moment = new Date(value ?? '')
  const { kept, keep, handlers } = useRawInput(Boolean(value), (text) => !timeProblem(text), elementProps)
  const problem = timeProblem(kept ?? '')

  function change(written: string) {
    const chosen = parseStudioTime(written)
    keep(written)
    // Nothing is written for nothing: a new draft would be made of it, and the form be shown anew.
    if (chosen) onChange(set(chosen.toISOString()))
    else if (value) onChange(unset())
  }

  return (
    <Stack gap={2}>
      <TextInput
        {...elementProps}
        {...handlers}
        type="datetime-local"
        value={kept ?? formatStudioTime(moment)}
        customValidity={problem ?? validationError}
        readOnly={readOnly ?? false}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Text size={1} muted>
        <output htmlFor={elementProps.id}>
          {problem ?? (formatStudioTimeLong(moment) || 'The time in Los Angeles, wherever you are.')}
        </output>
      </Text>
    </Stack>
  )
}

/** The field around that input: the Studio leaves title and description of times to its own input. */
export function StudioTimeField({ inputId, title, description, path, validation, children }: FieldProps) {
  return (
    <Box data-testid={`field-${inputId}`}>
      <FormField {...{ inputId, title, description, path, validation }}>{children}</FormField>
    </Box>
  )
}
