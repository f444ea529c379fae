import { Box, Stack, Text, TextInput } from '@sanity/ui'
import { type FieldProps, FormField, type StringInputProps, set, unset } from 'sanity'
import {
  describeTimeProblem,
  formatStudioTime,
  formatStudioTimeLong,
  parseStudioTime,
} from '@/studio/studioTime'
import { useRawInput } from './useRawInput'

/** Edits a time in the time zone of Los Angeles, whatever the browser's time zone is. Stores UTC. */
export function StudioTimeInput({
  value,
  onChange,
  elementProps,
  validationError,
  readOnly,
}: StringInputProps) {
  const time = new Date(value ?? '')
  const { rawText, setRawText, handlers } = useRawInput(
    Boolean(value),
    (text) => !describeTimeProblem(text),
    elementProps,
  )
  const problem = describeTimeProblem(rawText ?? '')

  function handleChange(text: string) {
    const parsed = parseStudioTime(text)
    setRawText(text)
    // Unsetting an empty field would create a draft and remount the form.
    if (parsed) onChange(set(parsed.toISOString()))
    else if (value) onChange(unset())
  }

  return (
    <Stack gap={2}>
      <TextInput
        {...elementProps}
        {...handlers}
        type="datetime-local"
        value={rawText ?? formatStudioTime(time)}
        customValidity={problem ?? validationError}
        readOnly={readOnly ?? false}
        onChange={(event) => handleChange(event.currentTarget.value)}
      />
      <Text size={1} muted>
        <output htmlFor={elementProps.id}>
          {problem ?? (formatStudioTimeLong(time) || 'Los Angeles time, wherever you are.')}
        </output>
      </Text>
    </Stack>
  )
}

/**
 * The form field around {@link StudioTimeInput}, with title and description. Sanity's default field for times has neither,
 * because Sanity's own time input renders both.
 */
export function StudioTimeField({ inputId, title, description, path, validation, children }: FieldProps) {
  return (
    <Box data-testid={`field-${inputId}`}>
      <FormField {...{ inputId, title, description, path, validation }}>{children}</FormField>
    </Box>
  )
}
