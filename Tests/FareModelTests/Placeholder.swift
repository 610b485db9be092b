// Placeholder until the tests have their first file.
