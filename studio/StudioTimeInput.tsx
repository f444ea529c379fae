import { Box, Stack, Text, TextInput } from '@sanity/ui'
import { useState } from 'react'
import { type FieldProps, FormField, type StringInputProps, set, unset } from 'sanity'
import { describeMoment, momentOf, timeProblem, timeThere } from '@/lib/content/studioTime'

/** Edits a moment as the time that clocks in Los Angeles show, whatever the browser's are. What is kept is UTC. */
export function StudioTimeInput({
  value,
  onChange,
  elementProps,
  validationError,
  readOnly,
}: StringInputProps) {
  /** What was written and is no time there; undefined otherwise. */
  const [refused, setRefused] = useState<string>()
  const [isWriting, setWriting] = useState(false)
  const moment = new Date(value ?? '')
  // A time that comes from elsewhere, as with “Discard changes”, takes the place of what was refused.
  const kept = isWriting || !value ? refused : undefined
  const problem = timeProblem(kept ?? '')

  function change(written: string) {
    const chosen = momentOf(written)
    setRefused(chosen || !written ? undefined : written)
    // Nothing is written for nothing: a new draft would be made of it, and the form be shown anew.
    if (chosen) onChange(set(chosen.toISOString()))
    else if (value) onChange(unset())
  }

  return (
    <Stack gap={2}>
      <TextInput
        {...elementProps}
        type="datetime-local"
        value={kept ?? timeThere(moment)}
        customValidity={problem ?? validationError}
        readOnly={readOnly ?? false}
        onChange={(event) => change(event.currentTarget.value)}
        onFocus={(event) => {
          setWriting(true)
          setRefused(kept)
          elementProps.onFocus(event)
        }}
        onBlur={(event) => {
          setWriting(false)
          elementProps.onBlur(event)
        }}
      />
      <Text size={1} muted>
        <output htmlFor={elementProps.id}>
          {problem ?? (describeMoment(moment) || 'The time in Los Angeles, wherever you are.')}
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
