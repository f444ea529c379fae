/** Creates the environment variables that every site needs, with values that no service accepts. */
export const minimalEnvironment = () => ({
  NEXT_PUBLIC_SITE_URL: 'http://localhost:3999',
  NEXT_PUBLIC_SANITY_PROJECT_ID: 'local',
  NEXT_PUBLIC_SANITY_DATASET: 'production',
  SANITY_API_READ_TOKEN: 'r'.repeat(20),
  SANITY_WEBHOOK_SECRET: 's'.repeat(20),
  NEXT_PUBLIC_EMAILJS_PUBLIC_KEY: 'key',
  NEXT_PUBLIC_EMAILJS_SERVICE_ID: 'service',
  NEXT_PUBLIC_EMAILJS_TEMPLATE_ID: 'template',
  NEXT_PUBLIC_SUPABASE_URL: 'http://localhost:3998',
  NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'p'.repeat(20),
  SUPABASE_SECRET_KEY: 's'.repeat(20),
})
