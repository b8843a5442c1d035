// replaced by the first file of app/
