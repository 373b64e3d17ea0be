"""What must hold before anything is published; each guard returns its complaints."""
